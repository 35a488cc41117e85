// The results of a benchmark, as CSV for the report. Room: bench.
#ifndef BENCH_RESULTS_H
#define BENCH_RESULTS_H

#include <cstddef>
#include <cstdio>
#include <string>

namespace bench {

/// A line of the results. scene_report.py and motion_report.py list the measures and their units.
struct result {
    std::string measure, set;
    std::size_t walls;
    std::string peer;
    double value;
    double spread = 0.0;
    /// The number of circles, casts or balls, and the number of answers: pairs, hits, escaped
    /// balls.
    std::size_t asked = 0;
    long answers = 0;
    /// For casts: contacts missed, false contacts, and contacts late by more than a tenth of the
    /// radius.
    long missed = 0, made_up = 0, late = 0;
};

/// Writes results as CSV, and records whether the peers that must agree did.
class results {
  public:
    /// Exits with status 2 if the file cannot be written.
    explicit results(const char *path);
    results(const results &) = delete;
    results &operator=(const results &) = delete;
    ~results();
    void add(const result &line);
    /// Prints on standard error which peer failed in what.
    void disagree(const std::string &who, const std::string &what);
    bool all_agreed() const {
        return agreed;
    }

  private:
    std::FILE *file;
    bool agreed = true;
};

} // namespace bench

#endif
