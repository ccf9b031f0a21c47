import { count, yes } from '../../questions/blind/expected';
import { cellOf, grouped, type Kind, kind, mean, median, total } from './kind';
import { figure } from './reckoning';

/** One number, or yes or no. */
export const FIGURES: readonly Kind[] = [
  kind(
    'count',
    'how many {many}|number of {many}|count the {many}|how many {many} are there|what is the number of {many}|how many {many} do we have|count of {many}|the number of {many}|How many {many} were there|tell me how many {many} there are',
    (rows) => count(rows.length),
  ),
  kind(
    'sum',
    'total {number}|sum of {number}|what is the total {number}|overall {number}|{number} in total|how much {number} in total|the {number} altogether|combined {number}|add up the {number}|calculate the total {number}',
    figure(total),
  ),
  kind(
    'mean',
    'average {number}|mean {number}|avg {number}|what is the average {number}|the mean of {number}|average of the {number}|tell me the average {number}|compute the mean {number}|how high is the average {number}|what was the average {number}',
    figure(mean),
  ),
  kind(
    'median',
    'median {number}|what is the median {number}|the median of {number}|median of the {number}|compute the median {number}|show me the median {number}|give me the median {number}|the median {number}|what was the median {number}|calculate the median {number}',
    figure(median),
  ),
  kind(
    'highest',
    'highest {number}|maximum {number}|what is the highest {number}|the largest {number}|max {number}|biggest {number}|what was the maximum {number}|the greatest {number}|tell me the highest {number}|what is the largest {number}',
    figure((all) => Math.max(...all)),
  ),
  kind(
    'lowest',
    'lowest {number}|minimum {number}|what is the lowest {number}|the smallest {number}|min {number}|smallest {number}|what was the minimum {number}|the least {number}|tell me the lowest {number}|what is the smallest {number}',
    figure((all) => Math.min(...all)),
  ),
  kind(
    'distinct',
    'how many different {categories}|number of distinct {categories}|how many unique {categories}|count of different {categories}|how many different {categories} are there|the number of different {categories}|how many distinct {categories} are there|count the different {categories}|number of unique {categories}|how many different {categories} do we have',
    (rows, { category }) => count(grouped(rows, cellOf(category)).size),
    // "different drivers with cost over 9" may be those whose trips come to more: a condition would be of two readings.
    false,
  ),
  kind(
    'yes or no',
    'is there a {one}|are there any {many}|is there any {one}|do we have any {many}|are there {many}|is there at least one {one}|do we have a {one}|were there any {many}|was there a {one}|does any {one} exist',
    (rows) => yes(rows.length > 0),
  ),
  kind(
    'blank',
    'how many {many} have no {category}|how many {many} are missing a {category}|number of {many} without a {category}|how many {many} lack a {category}|count {many} with no {category}|how many {many} have an empty {category}|for how many {many} is the {category} missing|how many {many} do not have a {category}|number of {many} with missing {category}|how many {many} are without {category}',
    (rows, { category }) => count(rows.filter((row) => row[category.said] === null).length),
    false,
  ),
];
