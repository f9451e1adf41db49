// SPDX-License-Identifier: MIT
// The law of census.def. A hash of 16 bits, over 2^16, is a term that its sum keeps whole.

pure census_counting_sums census_counting(law_context c, census_particle self,
                                          census_particle other, separation s)
{
    natural hash = (other.id * 2654435769u) >> 16;
    natural second_hash = (other.id * 2246822519u + 374761393u) >> 16;
    real mark = real_from_integer(integer_from_natural(hash)) * 0.0000152587890625f;
    real second = real_from_integer(integer_from_natural(second_hash)) * 0.0000152587890625f;
    census_counting_sums sum;
    sum.neighbours = choose(s.squared < 1.0f, real_splat(1.0f), real_splat(0.0f));
    sum.mark = choose(s.squared < 1.0f, mark, real_splat(0.0f));
    sum.second_mark = choose(s.squared < 1.0f, second, real_splat(0.0f));
    return sum;
}

pure census_particle census_counting_update(law_context c, census_particle self,
                                            census_counting_sums sum)
{
    return self;
}
