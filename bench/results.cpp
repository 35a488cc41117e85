// The lines of the results. Room: bench.
#include "results.h"

#include <cstdlib>

namespace bench {

results::results(const char *path) : file(std::fopen(path, "w")) {
    if (file == nullptr) {
        std::perror(path);
        std::exit(2);
    }
    std::fprintf(file, "measure,set,walls,peer,value,spread,asked,answers,missed,made_up,late\n");
}

results::~results() {
    std::fclose(file);
}

void results::add(const result &l) {
    std::fprintf(file, "%s,%s,%zu,%s,%.6g,%.2g,%zu,%ld,%ld,%ld,%ld\n", l.measure.c_str(),
                 l.set.c_str(), l.walls, l.peer.c_str(), l.value, l.spread, l.asked, l.answers,
                 l.missed, l.made_up, l.late);
    std::fflush(file);
}

void results::disagree(const std::string &who, const std::string &what) {
    std::fprintf(stderr, "bench: %s: %s does not answer as Carom does\n", what.c_str(),
                 who.c_str());
    agreed = false;
}

} // namespace bench
