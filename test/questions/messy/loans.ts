import type { Question } from '../answers';
import { anyOf, asker, count, refuse, rows, value, values } from '../blind/expected';
import {
  at,
  column,
  days,
  type Line,
  leaders,
  linesOf,
  mean,
  number,
  once,
  perGroup,
  says,
  sum,
} from './raw';

const all = linesOf('loans.csv');
const ask = asker('loans.csv');
const fine = number('Fine (EUR)');
const where = (name: string, word: string) => all.filter((line) => says(line, name, word));
const per = (name: string, of: (own: readonly Line[]) => number) =>
  perGroup(all, (line) => at(line, name), of);
const late = all.filter((line) => at(line, 'Returned') > at(line, 'Due'));
const titles = (lines: readonly Line[]) => column(lines, 'Title');

/** Loans of a library. */
export const loans: readonly Question[] = [
  ask('loa-01', 'lookup', 'Who is the author of Night Orchard?', values(['S. Velde'])),
  ask('loa-02', 'lookup', 'What is the e-mail of Anna Kowal?', values(['anna@kowal.example'])),
  ask(
    'loa-03',
    'empty',
    'Which books have not been returned?',
    anyOf(values(titles(where('Returned', ''))), refuse('books')),
  ),
  ask('loa-04', 'compare', 'loans where returned is after due', values(column(late, 'Loan no.'))),
  ask('loa-05', 'late', 'How many loans were returned late?', anyOf(count(late.length), refuse('late'))),
  ask(
    'loa-06',
    'popular',
    'What is the most borrowed title?',
    values(leaders(per('Title', (own) => own.length))),
  ),
  ask('loa-07', 'sum', 'How much does Anna Kowal owe in fines?', value(2.2)),
  ask('loa-08', 'sum', 'total fines', value(sum(all.map(fine)))),
  ask(
    'loa-09',
    'list',
    'books by P. Onwu',
    anyOf(
      values(once(titles(where('Author', 'P. Onwu')))),
      values(titles(where('Author', 'P. Onwu'))),
      refuse('books'),
    ),
  ),
  ask(
    'loa-10',
    'duration',
    'How long was Glass Rivers out on average?',
    anyOf(value(mean(where('Title', 'Glass Rivers').map(days('Loaned', 'Returned')))), refuse('out')),
  ),
  ask(
    'loa-11',
    'duration',
    'average number of days from loaned to returned',
    value(mean(all.map(days('Loaned', 'Returned')))),
  ),
  ask('loa-12', 'count', 'how many loans per author', rows(per('Author', (own) => own.length))),
  ask(
    'loa-13',
    'distinct',
    'How many different people borrowed a book?',
    anyOf(count(once(column(all, 'Borrower')).length), refuse('people')),
  ),
  ask('loa-14', 'when', 'When did Ella Voss return Night Orchard?', values(['2025-03-19'])),
  ask(
    'loa-15',
    'after',
    'loans after 1 March 2025',
    values(
      column(
        all.filter((line) => at(line, 'Loaned') > '2025-03-01'),
        'Loan no.',
      ),
    ),
  ),
  ask(
    'loa-16',
    'list',
    'What did Cara Dunn borrow?',
    anyOf(values(titles(where('Borrower', 'Cara Dunn'))), refuse('borrow')),
  ),
  ask(
    'loa-17',
    'who',
    'who had to pay a fine?',
    anyOf(
      values(
        once(
          column(
            all.filter((line) => fine(line) > 0),
            'Borrower',
          ),
        ),
      ),
      refuse('had to'),
    ),
  ),
  ask('loa-18', 'superlative', 'highest fine', anyOf(value(2.2), values(['504']))),
];
