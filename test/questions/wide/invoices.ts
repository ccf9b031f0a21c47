import type { Question } from '../answers';
import { anyOf, asker, count, orRefuse, refuse, rows, value, values, yes } from '../blind/expected';
import {
  at,
  column,
  euros,
  groups,
  highest,
  iso,
  type Line,
  leader,
  linesOf,
  lowest,
  mean,
  perGroup,
  says,
  sum,
  top,
} from './raw';

const all = linesOf('invoices.csv', ';');
const customers = linesOf('customers.csv', ';');
const ask = asker('invoices.csv');
const askCustomers = asker('customers.csv');
const askBoth = asker(['invoices.csv', 'customers.csv']);
const gross = (line: Line) => euros(at(line, 'Gross'));
const net = (line: Line) => euros(at(line, 'Net'));
const total = (lines: readonly Line[]) => sum(lines.map(gross));
const issued = (line: Line) => iso(at(line, 'Issued'));
const where = (name: string, word: string) => all.filter((line) => says(line, name, word));
const numbers = (lines: readonly Line[]) => column(lines, 'Invoice');
const companies = (lines: readonly Line[]) => column(lines, 'Company');
const from = (country: string) => customers.filter((line) => says(line, 'Country', country));
const since = (line: Line) => iso(at(line, 'Customer since'));
const buyer = (line: Line): Line =>
  customers.find((one) => at(one, 'Customer no') === at(line, 'Customer number')) ?? {};
const to = (name: string, word: string) => all.filter((line) => says(buyer(line), name, word));
const byMonth = [...groups(all, (line) => issued(line).slice(0, 7))].map(([month, own]): [string, number] => [
  month,
  total(own),
]);
const open = where('Status', 'open');

/** A small firm's invoices, and its customers. */
export const invoices: readonly Question[] = [
  ask('inv-01', 'sum', 'What is the total gross of all open invoices?', value(total(open))),
  ask('inv-02', 'count', 'How many invoices are overdue?', count(where('Status', 'overdue').length)),
  ask('inv-03', 'list', 'Which invoices are overdue?', values(numbers(where('Status', 'overdue')))),
  ask('inv-04', 'group', 'gross per month', anyOf(rows(byMonth), refuse('three columns of dates'))),
  ask(
    'inv-05',
    'sum',
    'How much VAT was on invoices issued in 2025?',
    value(sum(all.filter((line) => issued(line) >= '2025').map((line) => euros(at(line, 'VAT'))))),
  ),
  ask(
    'inv-06',
    'extreme',
    'What was the biggest invoice by net?',
    anyOf(values(numbers(top(highest(all, net), 1, net))), value(Math.max(...all.map(net)))),
  ),
  ask(
    'inv-07',
    'lookup',
    'When is invoice 2025-00003 due?',
    values([iso(at(where('Invoice', '2025-00003')[0] ?? {}, 'Due'))]),
  ),
  ask(
    'inv-08',
    'count',
    'how many invoices were issued in november 2024',
    count(all.filter((line) => issued(line).startsWith('2024-11')).length),
  ),
  ask(
    'inv-09',
    'blank',
    'How many invoices have not been paid yet?',
    anyOf(
      count(all.filter((line) => !/\d/.test(at(line, 'Paid on'))).length),
      count(where('Status', 'open').length + where('Status', 'overdue').length, 'without the cancelled'),
    ),
  ),
  ask(
    'inv-10',
    'group',
    'Number of invoices by status',
    rows(
      perGroup(
        all,
        (line) => at(line, 'Status').toLowerCase(),
        (own) => own.length,
      ),
    ),
  ),
  ask('inv-11', 'mean', 'What is the average net amount of an invoice?', value(mean(all.map(net)))),
  ask('inv-12', 'top', 'top 5 invoices by gross', values(numbers(top(highest(all, gross), 5, gross)))),
  ask(
    'inv-13',
    'share',
    'What share of invoices was cancelled?',
    value((100 * where('Status', 'cancelled').length) / all.length, { unit: '%' }),
  ),
  ask(
    'inv-14',
    'having',
    'Which customer numbers have at least 9 invoices?',
    values(
      perGroup(
        all,
        (line) => at(line, 'Customer number'),
        (own) => own.length,
      )
        .filter(([, many]) => many >= 9)
        .map(([name]) => name),
    ),
  ),
  askCustomers('inv-15', 'list', 'Which customers are from Austria?', values(companies(from('Austria')))),
  askCustomers(
    'inv-16',
    'extreme',
    'Who is our oldest customer?',
    anyOf(values(companies([lowest(customers, (line) => Date.parse(since(line)))])), refuse('no age')),
  ),
  askCustomers(
    'inv-17',
    'lookup',
    'who is the contact at Delta Print?',
    values([at(customers.find((line) => says(line, 'Company', 'Delta Print')) ?? {}, 'Contact')]),
  ),
  askCustomers(
    'inv-18',
    'filter',
    'Customers with a 10% discount',
    values(companies(customers.filter((line) => at(line, 'Discount') === '10 %'))),
  ),
  askCustomers(
    'inv-19',
    'group',
    'How many customers in each country?',
    rows(
      perGroup(
        customers,
        (line) => at(line, 'Country'),
        (own) => own.length,
      ),
    ),
  ),
  askCustomers(
    'inv-20',
    'yes/no',
    'Do we have a customer in Basel?',
    yes(customers.some((line) => says(line, 'City', 'Basel'))),
  ),
  askBoth(
    'inv-21',
    'join',
    'total gross per country',
    rows(perGroup(all, (line) => at(buyer(line), 'Country'), total)),
  ),
  askBoth(
    'inv-22',
    'join',
    'How much did we invoice customers in Munich, net?',
    value(sum(to('City', 'Munich').map(net))),
  ),
  askBoth(
    'inv-23',
    'join',
    'Which company has the highest total net?',
    values([
      leader(
        perGroup(
          all,
          (line) => at(buyer(line), 'Company'),
          (own) => sum(own.map(net)),
        ),
      ),
    ]),
  ),
  askBoth(
    'inv-24',
    'join',
    'How many invoices went to Moser Bikes?',
    count(to('Company', 'Moser Bikes').length),
  ),
  askBoth(
    'inv-25',
    'join',
    'Which customers have never had an invoice?',
    values(companies(customers.filter((line) => !all.some((one) => buyer(one) === line)))),
  ),
  askBoth(
    'inv-26',
    'join',
    'open invoices of Swiss customers',
    anyOf(
      values(numbers(to('Country', 'Switzerland').filter((line) => open.includes(line)))),
      refuse('Swiss is not a word of the table'),
    ),
  ),
  ask('inv-27', 'refuse', 'Which salesperson sold the most?', refuse('there are no salespeople')),
  askCustomers(
    'inv-28',
    'language',
    'Welche Kunden kommen aus Hamburg?',
    orRefuse(values(companies(customers.filter((line) => says(line, 'City', 'Hamburg'))))),
    { mark: 'language' },
  ),
];
