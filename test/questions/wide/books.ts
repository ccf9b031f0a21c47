import type { Question } from '../answers';
import { anyOf, asker, count, orRefuse, refuse, rows, value, values } from '../blind/expected';
import {
  at,
  column,
  highest,
  type Line,
  leader,
  linesOf,
  lowest,
  mean,
  number,
  perGroup,
  says,
  sum,
  top,
} from './raw';

const all = linesOf('books.csv', ',');
const ratings = linesOf('ratings.csv', ',');
const ask = asker('books.csv');
const askRatings = asker('ratings.csv');
const askBoth = asker(['books.csv', 'ratings.csv']);
const titles = (lines: readonly Line[]) => column(lines, 'Title');
const by = (author: string) => all.filter((line) => says(line, 'Author', author));
const pages = number('Pages');
const stars = number('Stars');
const genre = (line: Line) => at(line, 'Genre').toLowerCase();
const discussed = (line: Line) => at(line, 'Discussed on');
const read = all.filter((line) => discussed(line) !== '');
const bookOf = (rating: Line): Line =>
  all.find((line) => says(line, 'Title', at(rating, 'Book title'))) ?? {};
const meanStars = (lines: readonly Line[]) => mean(lines.map(stars));
const ratingsBy = (author: string) => ratings.filter((one) => says(bookOf(one), 'Author', author));

/** What a book club reads, and what its members thought. */
export const books: readonly Question[] = [
  ask('boo-01', 'lookup', 'Who wrote Piranesi?', values(['Susanna Clarke'])),
  ask('boo-02', 'list', 'Which books by Toni Morrison are on the list?', values(titles(by('Toni Morrison')))),
  ask('boo-03', 'extreme', "what's the longest book", values(titles(top(highest(all, pages), 1, pages)))),
  ask(
    'boo-04',
    'blank',
    "Which books haven't been discussed yet?",
    values(titles(all.filter((line) => discussed(line) === ''))),
  ),
  ask(
    'boo-05',
    'group',
    'average number of pages per genre',
    rows(perGroup(all, genre, (own) => mean(own.map(pages)))),
  ),
  ask(
    'boo-06',
    'period',
    'How many pages did we read in 2024?',
    anyOf(
      value(sum(read.filter((line) => discussed(line) < '2025').map(pages))),
      refuse('"read" may be any date'),
    ),
  ),
  ask('boo-07', 'extreme', 'Which is the oldest book?', values(titles([lowest(all, number('Published'))]))),
  ask(
    'boo-08',
    'group',
    'how many books did each person suggest?',
    rows(
      perGroup(
        all,
        (line) => at(line, 'Suggested by'),
        (own) => own.length,
      ),
    ),
  ),
  ask(
    'boo-09',
    'extreme',
    'What was the first book we discussed?',
    values(titles([lowest(read, (line) => Date.parse(discussed(line)))])),
  ),
  ask(
    'boo-10',
    'count',
    'How many books have more than 400 pages?',
    count(all.filter((line) => pages(line) > 400).length),
  ),
  ask(
    'boo-11',
    'list',
    'Which books were published since 2020?',
    values(titles(all.filter((line) => number('Published')(line) >= 2020))),
  ),
  ask(
    'boo-12',
    'having',
    'Which authors have more than one book on the list?',
    values(['Kazuo Ishiguro', 'Madeline Miller', 'Toni Morrison', 'Andy Weir']),
  ),
  askRatings(
    'boo-13',
    'group',
    'What is the average rating per member in stars?',
    rows(perGroup(ratings, (line) => at(line, 'Member'), meanStars)),
  ),
  askRatings(
    'boo-14',
    'count',
    'How often did Ben give 5 stars?',
    count(ratings.filter((line) => says(line, 'Member', 'Ben') && stars(line) === 5).length),
  ),
  askRatings(
    'boo-15',
    'extreme',
    'which book title has the highest average stars',
    values([leader(perGroup(ratings, (line) => at(line, 'Book title'), meanStars))]),
  ),
  askRatings(
    'boo-16',
    'filter',
    'Which books did Lucy not finish?',
    values(
      ratings
        .filter((line) => says(line, 'Member', 'Lucy') && says(line, 'Finished it', 'no'))
        .map((line) => at(line, 'Book title')),
    ),
  ),
  askBoth(
    'boo-17',
    'join',
    'average stars per genre',
    rows(perGroup(ratings, (line) => genre(bookOf(line)), meanStars)),
  ),
  askBoth(
    'boo-18',
    'join',
    'What is the average number of stars for books by Kazuo Ishiguro?',
    value(meanStars(ratingsBy('Kazuo Ishiguro'))),
  ),
  askBoth(
    'boo-19',
    'join',
    'Average stars per author, best first',
    rows(perGroup(ratings, (line) => at(bookOf(line), 'Author'), meanStars)),
  ),
  askBoth(
    'boo-20',
    'join',
    'How many ratings do thrillers have?',
    anyOf(
      count(ratings.filter((line) => genre(bookOf(line)) === 'thriller').length),
      count(
        ratings.filter((line) => genre(bookOf(line)) === 'thriller' && !Number.isNaN(stars(line))).length,
        'with stars',
      ),
    ),
  ),
  ask('boo-21', 'refuse', 'How much did Circe cost?', refuse('there is no price')),
  ask('boo-22', 'language', 'Qui a écrit Rebecca ?', orRefuse(values(['Daphne du Maurier'])), {
    mark: 'language',
  }),
];
