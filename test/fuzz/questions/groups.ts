import { values } from '../../questions/blind/expected';
import { cellOf, grouped, type Kind, kind } from './kind';
import { lead, meanOf, month, perGroup, sumOf, sums } from './reckoning';

/** A number a group, and groups by their number. */
export const GROUPS: readonly Kind[] = [
  kind(
    'by group',
    '{many} per {category}|{many} by {category}|number of {many} per {category}|how many {many} per {category}|how many {many} for each {category}|count of {many} by {category}|how many {many} are there in each {category}|count {many} by {category}|how many {many} does each {category} have|number of {many} for every {category}',
    (rows, { category }) => perGroup(rows, cellOf(category), (own) => own.length),
  ),
  kind(
    'sum by group',
    'total {number} by {category}|total {number} per {category}|the total {number} by {category}|total {number} for each {category}|sum of {number} by {category}|what is the total {number} per {category}|sum of {number} for every {category}|total {number} of each {category}|total {number} grouped by {category}|total {number} broken down by {category}',
    (rows, places) => perGroup(rows, cellOf(places.category), sumOf(places)),
  ),
  kind(
    'number by group',
    '{number} per {category}|{number} by {category}|{number} for each {category}|{number} for every {category}|{number} of each {category}|{number} grouped by {category}|{number} broken down by {category}|{number} in each {category}|show {number} by {category}|what is the {number} per {category}',
    (rows, places) => [
      perGroup(rows, cellOf(places.category), sumOf(places)),
      perGroup(rows, cellOf(places.category), meanOf(places)),
    ],
  ),
  kind(
    'mean by group',
    'average {number} by {category}|average {number} per {category}|mean {number} for each {category}|what is the average {number} per {category}|avg {number} by {category}|the average {number} of each {category}|average {number} in each {category}|mean {number} by {category}|average {number} for every {category}|average {number} grouped by {category}',
    (rows, places) => perGroup(rows, cellOf(places.category), meanOf(places)),
  ),
  kind(
    'by month',
    '{many} per {month}|how many {many} per {month}|number of {many} by {month}|{many} by {month}|how many {many} each {month}|{month}ly number of {many}|count of {many} per {month}|how many {many} were there in each {month}|{many} for each {date} {month}|number of {many} for each {month}',
    (rows, places) => perGroup(rows, month(places), (own) => own.length),
  ),
  kind(
    'sum by month',
    'total {number} by {month}|total {number} per {month}|{month}ly total {number}|total {number} for each {month}|the total {number} per {month}|sum of {number} per {month}|sum of {number} by {month}|what is the total {number} per {month}|total {number} {month} by {month}|total {number} in each {month}',
    (rows, places) => perGroup(rows, month(places), sumOf(places)),
  ),
  kind(
    'number by month',
    '{number} by {month}|{number} per {month}|{month}ly {number}|{number} for each {month}|show {number} by {month}|{number} each {month}|{number} every {month}|what is the {number} per {month}|{number} {month} by {month}|{number} in each {month}',
    (rows, places) => [
      perGroup(rows, month(places), sumOf(places)),
      perGroup(rows, month(places), meanOf(places)),
    ],
  ),
  kind(
    'leading group',
    'which {category} has the highest total {number}|{category} with the highest total {number}|which {category} has the most {number} in total|which {category} had the highest total {number}|the {category} with the largest total {number}|what {category} has the highest total {number}|the {category} with the most {number} in total|find the {category} with the highest total {number}|which {category} has the greatest total {number}|show the {category} with the highest total {number}',
    (rows, places) =>
      rows.some((row) => row[places.category.said] === null) ? null : lead(sums(rows, places)),
  ),
  kind(
    'fullest group',
    'which {category} has the most {many}|{category} with the most {many}|which {category} had the most {many}|what {category} has the most {many}|the {category} with the highest number of {many}|which {category} has the highest number of {many}|the {category} with the most {many}|find the {category} with the most {many}|which {category} has the largest number of {many}|show the {category} with the most {many}',
    (rows, { category }) =>
      rows.some((row) => row[category.said] === null)
        ? null
        : lead(
            [...grouped(rows, cellOf(category))].map(([name, own]): [string, number] => [name, own.length]),
          ),
  ),
  kind(
    'having',
    'which {categories} have more than {n} {many}|{categories} with more than {n} {many}|which {categories} had more than {n} {many}|list the {categories} with more than {n} {many}|show {categories} that have more than {n} {many}|what {categories} have more than {n} {many}|which {categories} have over {n} {many}|{categories} that have more than {n} {many}|find the {categories} with more than {n} {many}|all {categories} with more than {n} {many}',
    (rows, { category, n }) => {
      const without = rows.filter((row) => row[category.said] === null).length;
      const kept = [...grouped(rows, cellOf(category))].filter(([, own]) => own.length > n);
      return without > n ? null : values(kept.map(([name]) => name));
    },
  ),
];
