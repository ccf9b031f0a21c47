import { value, values } from '../../questions/blind/expected';
import { cellOf, grouped, type Kind, kind, numbers } from './kind';
import { extreme, front, listed, names } from './reckoning';

/** Rows, and what one of them says. */
export const ROWS: readonly Kind[] = [
  kind(
    'which is highest',
    'which {one} has the highest {number}|{one} with the highest {number}|which {one} had the largest {number}|what {one} has the highest {number}|the {one} with the most {number}|which {one} has the most {number}|find the {one} with the highest {number}|show the {one} with the highest {number}|which {one} has the greatest {number}|which {one} has the biggest {number}',
    (rows, places) => listed(extreme(rows, places, Math.max), places),
  ),
  kind(
    'which is lowest',
    'which {one} has the lowest {number}|{one} with the lowest {number}|which {one} had the smallest {number}|what {one} has the lowest {number}|the {one} with the least {number}|which {one} has the least {number}|find the {one} with the lowest {number}|show the {one} with the lowest {number}|which {one} has the smallest {number}|the {one} with the smallest {number}',
    (rows, places) => listed(extreme(rows, places, Math.min), places),
  ),
  kind(
    'list',
    'list {many}|show {many}|list the {many}|show me the {many}|which {many} are there|list all {many}|show all {many}|give me the {many}|find {many}|all {many}',
    (rows, places) => values(names(rows, places)),
  ),
  kind(
    'top n',
    'top {n} {many} by {number}|the {n} {many} with the highest {number}|which {n} {many} have the highest {number}|top {n} by {number}|{n} {many} with the most {number}|show the top {n} {many} by {number}|the {n} largest {many} by {number}|list the {n} {many} with the highest {number}|the {n} highest {many} by {number}|what are the top {n} {many} by {number}',
    (rows, places) => listed(front(rows, places), places),
  ),
  kind(
    'bottom n',
    'bottom {n} {many} by {number}|the {n} {many} with the lowest {number}|which {n} {many} have the lowest {number}|bottom {n} by {number}|{n} {many} with the least {number}|the {n} smallest {many} by {number}|list the {n} {many} with the lowest {number}|the {n} lowest {many} by {number}|show the {n} {many} with the smallest {number}|what are the bottom {n} {many} by {number}',
    (rows, places) => listed(front(rows, places, -1), places),
  ),
  kind(
    'top per group',
    'top {n} {many} by {number} in each {category}|top {n} {many} by {number} per {category}|the {n} {many} with the highest {number} in each {category}|the {n} highest {number} {many} per {category}|for each {category} the top {n} {many} by {number}|top {n} by {number} per {category}|the top {n} {many} of each {category} by {number}|the {n} {many} with the most {number} for each {category}|top {n} {many} per {category} by {number}|show the top {n} {many} by {number} for every {category}',
    (rows, places) => {
      const groups = [...grouped(rows, cellOf(places.category)).values()];
      const cut = groups.map((own) =>
        own.length <= places.n && numbers(own, places.number).length === own.length
          ? own
          : front(own, places),
      );
      const nameless = rows.some((row) => row[places.category.said] === null);
      return nameless || cut.some((own) => own === null)
        ? null
        : listed(
            cut.flatMap((own) => own ?? []),
            places,
          );
    },
    false,
  ),
  kind(
    'which are blank',
    'which {many} have no {number}|{many} without a {number}|which {many} are missing the {number}|list {many} with no {number}|show {many} where {number} is empty|which {many} lack a {number}|which {many} have an empty {number}|{many} with missing {number}|which {many} do not have a {number}|all {many} without {number}',
    (rows, places) => {
      const { said } = places.number;
      // "no repairs" is a 0 as well, and the answer says so.
      if (rows.some((row) => row[said] === 0)) return null;
      return values(
        names(
          rows.filter((row) => row[said] === null),
          places,
        ),
      );
    },
    false,
  ),
  kind(
    'look up a number',
    "what is the {number} of {name}|{number} of {name}|{name}'s {number}|the {number} of {name}|what {number} does {name} have|show the {number} of {name}|what was the {number} of {name}|tell me the {number} of {name}|what is {name}'s {number}|how high is the {number} of {name}",
    (_, { row, number }) => (typeof row[number.said] === 'number' ? value(Number(row[number.said])) : null),
    false,
  ),
  kind(
    'look up a word',
    "what is the {category} of {name}|{category} of {name}|{name}'s {category}|which {category} does {name} have|which {category} is {name}|show the {category} of {name}|what was the {category} of {name}|tell me the {category} of {name}|what is {name}'s {category}|what {category} does {name} belong to",
    (_, { row, category }) =>
      typeof row[category.said] === 'string' ? values([String(row[category.said])]) : null,
    false,
  ),
  kind(
    'look up a day',
    "what is the {date} of {name}|{date} of {name}|{name}'s {date}|the {date} of {name}|what {date} does {name} have|show the {date} of {name}|what was the {date} of {name}|tell me the {date} of {name}|what is {name}'s {date}|when is the {date} of {name}",
    (_, { row, date }) => (typeof row[date.said] === 'string' ? values([String(row[date.said])]) : null),
    false,
  ),
];
