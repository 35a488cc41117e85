// The reader of the shipped levels. The files belong to this repository, so their format is fixed:
// a header line, commas, numbers, no quotes. Room: bench.
#include "level_data.h"

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace bench {
namespace {

std::vector<std::string> fields(const std::string &line) {
    std::vector<std::string> all;
    std::istringstream in(line);
    for (std::string field; std::getline(in, field, ',');)
        all.push_back(field);
    return all;
}

// The named columns of a file, row by row; empty if it can't be read or lacks one.
std::vector<std::vector<double>> read(const std::string &path,
                                      const std::vector<std::string> &names) {
    std::ifstream in(path);
    std::string line;
    std::getline(in, line);
    const std::vector<std::string> header = fields(line);
    std::vector<std::size_t> columns;
    for (const std::string &name : names)
        for (std::size_t i = 0; i < header.size(); i++)
            if (header[i] == name)
                columns.push_back(i);
    std::vector<std::vector<double>> rows;
    while (columns.size() == names.size() && std::getline(in, line)) {
        const std::vector<std::string> row = fields(line);
        std::vector<double> numbers;
        for (const std::size_t column : columns)
            if (column < row.size())
                numbers.push_back(std::strtod(row[column].c_str(), nullptr));
        if (numbers.size() == names.size())
            rows.push_back(numbers);
    }
    return rows;
}

} // namespace

std::vector<carom_circle> level_circles(const std::string &level) {
    std::vector<carom_circle> circles;
    for (const auto &c : read(BENCH_LEVELS "/" + level + "_circles.csv", {"cx", "cy", "r"}))
        circles.push_back(carom_circle_make({c[0], c[1]}, c[2]));
    return circles;
}

std::vector<carom_wall> level_walls(const std::string &level) {
    std::vector<carom_wall> walls;
    for (const auto &w : read(BENCH_LEVELS "/" + level + "_walls.csv", {"ax", "ay", "bx", "by"}))
        walls.push_back(carom_segment({w[0], w[1]}, {w[2], w[3]}));
    return walls;
}

} // namespace bench
