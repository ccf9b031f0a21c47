"""Makes `tables/` and `questions.json` again, the same bytes each time. Answers are computed here, from the values that the tables are written from."""
import json, random, datetime as dt
from collections import defaultdict, Counter
from statistics import mean, median
R = random.Random(20261128)
D = dt.date
Q = []
def ask(table, question, kind, expect, *other, note=None):
    e = dict(expect)
    if other: e['or'] = list(other)
    q = {'table': table, 'question': question, 'kind': kind, 'expect': e}
    if note: q['note'] = note
    Q.append(q)
V = lambda x, unit=None: {'value': round(x, 4), **({'unit': unit} if unit else {})}
T = lambda *xs: {'rows': [[x] for x in xs]}
RW = lambda rows, ordered=False: {'rows': [list(r) for r in rows], **({'ordered': True} if ordered else {})}
Y = lambda b: {'yes': b}
NO = {'refuse': True, 'why': 'the table cannot tell'}
OPEN = {'refuse': True, 'why': 'can be read in several ways'}
def write(name, sep, lines):
    def cell(c):
        c = '' if c is None else str(c)
        return '"%s"' % c.replace('"', '""') if sep in c or '"' in c else c
    open(f'tables/{name}.csv', 'w', encoding='utf-8').write('\n'.join(sep.join(map(cell, l)) for l in lines) + '\n')
def by(rows, key):
    g = defaultdict(list)
    for r in rows: g[key(r)].append(r)
    return g
def best(pairs, high=True):
    m = (max if high else min)(v for _, v in pairs)
    return [k for k, v in pairs if v == m]
eu = lambda x, n=1: (f'{x:,.{n}f}').replace(',', '_').replace('.', ',').replace('_', '.')

# 1 greenhouse: European notation, a reading per line, gaps, two houses of sensors
G = []
day = D(2025, 4, 1)
for i in range(54):
    s = ['T-01', 'T-02', 'T-03', 'T-04'][i % 4]
    bay = {'T-01': 'North bay', 'T-02': 'North bay', 'T-03': 'South bay', 'T-04': 'Nursery'}[s]
    temp = round(R.uniform(11, 34), 1) if R.random() > .1 else None
    hum = R.randint(38, 95) if R.random() > .12 else None
    G.append(dict(date=day, sensor=s, bay=bay, crop={'North bay': 'Tomato', 'South bay': 'Cucumber', 'Nursery': R.choice(['Basil', 'Tomato'])}[bay],
        temp=temp, hum=hum, water=round(R.uniform(0, 1250), 1), alarm=('yes' if temp is not None and temp > 30 else 'no'), vent=R.choice(['open', 'closed', 'half'])))
    if i % 2: day += dt.timedelta(days=R.choice([1, 2, 3]))
write('greenhouse', ';', [['Reading date', 'Sensor', 'Bay', 'Crop', 'Temp. (°C)', 'Humidity %', 'Water (l)', 'Alarm', 'Vent']] +
    [[g['date'].strftime('%d.%m.%Y'), g['sensor'], g['bay'], g['crop'], eu(g['temp']) if g['temp'] is not None else R.choice(['', '-']), g['hum'], eu(g['water']), g['alarm'], g['vent']] for g in G])
t = 'greenhouse'
tg = [g for g in G if g['temp'] is not None]; hg = [g for g in G if g['hum'] is not None]
ask(t, 'how many readings had an alarm', 'count', V(sum(g['alarm'] == 'yes' for g in G)))
ask(t, 'what percentage of readings were without an alarm?', 'share', V(100 * sum(g['alarm'] == 'no' for g in G) / len(G), '%'))
ask(t, 'average temprature per bay', 'groups', RW([(k, mean(x['temp'] for x in v)) for k, v in by(tg, lambda g: g['bay']).items()]))
ask(t, 'which sensor never had an alarm', 'never', T(*sorted({g['sensor'] for g in G} - {g['sensor'] for g in G if g['alarm'] == 'yes'})))
hot = max(g['temp'] for g in tg)
ask(t, 'hottest reading in May', 'rank', RW([[g['date'].isoformat(), g['temp']] for g in tg if g['date'].month == 5 and g['temp'] == max(x['temp'] for x in tg if x['date'].month == 5)]), OPEN)
ask(t, 'How many readings have no humidity?', 'gaps', V(len(G) - len(hg)))
ask(t, 'did the north bay use more water than the south bay', 'compare', Y(sum(g['water'] for g in G if g['bay'] == 'North bay') > sum(g['water'] for g in G if g['bay'] == 'South bay')))
ask(t, 'litres of water by crop from highest to lowest', 'groups', RW(sorted([(k, sum(x['water'] for x in v)) for k, v in by(G, lambda g: g['crop']).items()], key=lambda p: -p[1]), True))
ask(t, 'how many times was it over 30 degrees in the north bay', 'threshold', V(sum(g['temp'] > 30 for g in tg if g['bay'] == 'North bay')))
ask(t, 'median humidity when the vent was closed', 'median', V(median(g['hum'] for g in hg if g['vent'] == 'closed')))
ask(t, 'most recent reading of T-03', 'latest', RW([[max(g['date'] for g in G if g['sensor'] == 'T-03').isoformat(), 'T-03']]), {'date': max(g['date'] for g in G if g['sensor'] == 'T-03').isoformat()})
ask(t, 'temperature between 20 and 25, how many readings?', 'range', V(sum(20 <= g['temp'] <= 25 for g in tg)))
ask(t, 'how many different crops are grown in the nursery?', 'distinct', V(len({g['crop'] for g in G if g['bay'] == 'Nursery'})))
ask(t, 'average soil moisture in the south bay', 'unanswerable', NO)

# 2 freight: US notation, two dates, a totals row, a hazmat column
F = []
carr = ['Blue Ox Lines', 'Ridgeway', 'Ridgeway Express', 'Tidewater']
cities = ['Tulsa, OK', 'Reno, NV', 'Akron, OH', 'Macon, GA']
day = D(2025, 1, 3)
for i in range(46):
    c = carr[R.randrange(4)]
    arr = None if R.random() < .12 else day + dt.timedelta(days=R.randint(1, 11))
    F.append(dict(no=f'BL-{4400 + i * 3}', ship=day, arr=arr, carrier=c, frm=R.choice(cities), to=R.choice(cities), pallets=R.randint(1, 24), lbs=R.randint(180, 21000),
        cost=round(R.uniform(140, 5600), 2), haz=R.choice(['Y', 'N', 'N', 'N']), damage=R.choice([None, None, None, 'torn wrap', 'water'])))
    day += dt.timedelta(days=R.choice([2, 3, 5]))
us = lambda d: d.strftime('%m/%d/%Y') if d else ''
write('freight', ',', [['BOL', 'Ship date', 'Arrived', 'Carrier', 'Origin', 'Destination', 'Pallets', 'Weight (lbs)', 'Freight cost', 'Hazmat', 'Damage']] +
    [[f['no'], us(f['ship']), us(f['arr']), f['carrier'], f['frm'], f['to'], f['pallets'], f"{f['lbs']:,}", f"${f['cost']:,.2f}", f['haz'], f['damage']] for f in F] +
    [['Total', '', '', '', '', '', sum(f['pallets'] for f in F), f"{sum(f['lbs'] for f in F):,}", f"${sum(f['cost'] for f in F):,.2f}", '', '']])
t = 'freight'
cost = lambda v: sum(x['cost'] for x in v)
ask(t, 'total freight cost', 'sum', V(cost(F)))
ask(t, 'how many shipments have not arrived', 'gaps', V(sum(f['arr'] is None for f in F)))
ask(t, 'Which carrier is the cheapest per pallet?', 'ratio', T(min(by(F, lambda f: f['carrier']).items(), key=lambda p: cost(p[1]) / sum(x['pallets'] for x in p[1]))[0]), OPEN)
ask(t, 'how many loads did Ridgeway carry', 'name in part', V(sum(f['carrier'] == 'Ridgeway' for f in F)), OPEN, note='Ridgeway Express is another carrier')
ask(t, 'avg transit time by carrier', 'duration', RW([(k, mean((x['arr'] - x['ship']).days for x in v if x['arr'])) for k, v in by(F, lambda f: f['carrier']).items()]), OPEN)
ask(t, 'shipments over 10,000 lbs that are not hazmat', 'threshold', RW([[f['no']] for f in F if f['lbs'] > 10000 and f['haz'] == 'N']))
ask(t, 'how many arrived damaged?', 'filled', V(sum(bool(f['damage']) and f['arr'] is not None for f in F)), V(sum(bool(f['damage']) for f in F)))
ask(t, 'what took more than a week to arrive', 'duration', RW([[f['no']] for f in F if f['arr'] and (f['arr'] - f['ship']).days > 7]), OPEN)
ask(t, 'top 3 destinations by weight', 'top', RW(sorted([(k, sum(x['lbs'] for x in v)) for k, v in by(F, lambda f: f['to']).items()], key=lambda p: -p[1])[:3], True))
ask(t, 'Spend with Tidewater in Q1 2025', 'range', V(cost([f for f in F if f['carrier'] == 'Tidewater' and f['ship'].month <= 3])), OPEN)
ask(t, 'how many pallets went to Reno in February', 'sum', V(sum(f['pallets'] for f in F if f['to'] == 'Reno, NV' and f['ship'].month == 2)), OPEN)
ask(t, 'share of shipments with hazmat', 'share', V(100 * sum(f['haz'] == 'Y' for f in F) / len(F), '%'))
ask(t, 'average cost excluding Tidewater', 'negation', V(mean(f['cost'] for f in F if f['carrier'] != 'Tidewater')))
ask(t, 'which shipments stayed in the same city', 'two columns', RW([[f['no']] for f in F if f['frm'] == f['to']]), OPEN)
ask(t, 'what was the heaviest load each carrier hauled', 'per group', RW([(k, max(x['lbs'] for x in v)) for k, v in by(F, lambda f: f['carrier']).items()]))
ask(t, 'cost per pound of hazmat vs non hazmat', 'ratio', RW([(h, cost(v) / sum(x['lbs'] for x in v)) for h, v in by(F, lambda f: f['haz']).items()]), OPEN)
ask(t, 'how many drivers did we use', 'unanswerable', NO)

# 3 chess: two persons a row, results as words, draws
names = ['Ivo Reiter', 'Mara Stone', 'Paul Stone', 'Gita Rao', 'Leo Brandt', 'Nell Hardy']
C = []
day = D(2024, 9, 6)
for i in range(40):
    w, b = R.sample(names, 2)
    C.append(dict(g=i + 1, date=day, white=w, black=b, result=R.choice(['1-0', '0-1', '½-½', '1-0']), opening=R.choice(['Sicilian', 'French', 'London', 'Caro-Kann']), moves=R.randint(14, 88), rated=R.choice(['Yes', 'yes', 'No'])))
    for _ in range(1): day += dt.timedelta(days=R.choice([0, 7, 7, 14]))
write('chess', ',', [['Game', 'Played on', 'White', 'Black', 'Result', 'Opening', 'Moves', 'Rated']] + [[c['g'], c['date'].isoformat(), c['white'], c['black'], c['result'], c['opening'], c['moves'], c['rated']] for c in C])
t = 'chess'
rated = lambda c: c['rated'].lower() == 'yes'
ask(t, 'how many games were drawn', 'words', V(sum(c['result'] == '½-½' for c in C)), OPEN)
ask(t, 'how many games did Gita Rao play', 'two columns', V(sum('Gita Rao' in (c['white'], c['black']) for c in C)), OPEN)
ask(t, 'how many games did Stone play as white', 'ambiguous', V(sum('Stone' in c['white'] for c in C)), OPEN)
ask(t, 'Longest game with the French', 'rank', RW([[str(c['g']), c['moves']] for c in C if c['opening'] == 'French' and c['moves'] == max(x['moves'] for x in C if x['opening'] == 'French')]), OPEN)
ask(t, 'avg number of moves in rated games', 'average', V(mean(c['moves'] for c in C if rated(c))))
ask(t, 'what is the most played opening', 'top', T(*best([(k, len(v)) for k, v in by(C, lambda c: c['opening']).items()])))
ask(t, 'games shorter than 20 moves', 'threshold', RW([[str(c['g']), c['date'].isoformat()] for c in C if c['moves'] < 20]))
ask(t, 'who won the most games with white', 'words', T(*best([(k, len(v)) for k, v in by([c for c in C if c['result'] == '1-0'], lambda c: c['white']).items()])), OPEN)
ask(t, 'how many unrated games are there', 'negation', V(sum(not rated(c) for c in C)))
ask(t, 'games in 2024 vs 2025', 'compare', RW([('2024', sum(c['date'].year == 2024 for c in C)), ('2025', sum(c['date'].year == 2025 for c in C))]), RW([[str(y) , n] for y, n in ((2024, sum(c['date'].year == 2024 for c in C)), (2025, sum(c['date'].year == 2025 for c in C)))]), OPEN)
ask(t, 'did mara stone ever play the caro-kann with black?', 'yes no', Y(any(c['black'] == 'Mara Stone' and c['opening'] == 'Caro-Kann' for c in C)))
ask(t, 'when did Ivo Reiter last play black', 'latest', {'date': max(c['date'] for c in C if c['black'] == 'Ivo Reiter').isoformat()})
ask(t, 'win rate of white', 'share', V(100 * sum(c['result'] == '1-0' for c in C) / len(C), '%'), OPEN)
ask(t, 'which opening was not played in December 2024', 'never', T(*sorted({c['opening'] for c in C} - {c['opening'] for c in C if (c['date'].year, c['date'].month) == (2024, 12)})), OPEN)
ask(t, 'games per month', 'groups', RW([(k, len(v)) for k, v in by(C, lambda c: c['date'].strftime('%Y-%m')).items()]))
ask(t, 'who has the highest rating?', 'unanswerable', NO)

# 4 wedding guests: invited, replied, yes/no/blank, people as numbers
first = 'Ada Ben Cleo Dov Eva Finn Gus Hana Ian Joy Kai Lea Max Nia Otto Pia Quin Rita Sam Tess Uli Vera Will Xena Yuri Zoe'.split()
last = ['Abel', 'Burke', 'Chan', 'Dietz', 'Egan']
W = []
for i in range(44):
    inv = D(2025, 2, 1) + dt.timedelta(days=R.choice([0, 0, 9, 20]))
    rsvp = R.choice(['yes', 'yes', 'Yes', 'no', None])
    W.append(dict(name=f'{first[i % 26]} {R.choice(last)}', side=R.choice(['Bride', 'Groom']), inv=inv, rep=None if rsvp is None else inv + dt.timedelta(days=R.randint(2, 50)), rsvp=rsvp,
        plus=R.choice(['yes', 'no', 'no']), diet=R.choice([None, None, 'vegetarian', 'vegan', 'gluten free']), table=R.randint(1, 6) if rsvp in ('yes', 'Yes') else None,
        gift=R.choice([None, 50, 80, 120.5, 200, 1050]) if rsvp in ('yes', 'Yes') else None, age=R.choice([None, R.randint(3, 88), R.randint(20, 60)])))
mon = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split()
dm = lambda d: f'{d.day} {mon[d.month - 1]} {d.year}' if d else None
write('guests', ',', [['Guest', 'Side', 'Invited on', 'Replied on', 'Coming?', 'Plus one', 'Diet', 'Table', 'Gift (£)', 'Age']] +
    [[w['name'], w['side'], dm(w['inv']), dm(w['rep']), w['rsvp'], w['plus'], w['diet'], w['table'], f"£{w['gift']:,.2f}" if w['gift'] else None, w['age']] for w in W])
t = 'guests'
coming = [w for w in W if (w['rsvp'] or '').lower() == 'yes']
ask(t, 'how many guests are coming', 'count', V(len(coming)))
ask(t, "who hasn't replied yet", 'gaps', RW([[w['name']] for w in W if w['rep'] is None]))
ask(t, 'How many people said no?', 'count', V(sum(w['rsvp'] == 'no' for w in W)), OPEN)
ask(t, 'how many vegetarians or vegans are coming', 'or', V(sum(w['diet'] in ('vegetarian', 'vegan') for w in coming)))
ask(t, 'how many from the bride\'s side are not coming', 'negation', V(sum(w['rsvp'] == 'no' and w['side'] == 'Bride' for w in W)), OPEN)
ask(t, 'guests at each table', 'groups', RW([(str(k), len(v)) for k, v in by(coming, lambda w: w['table']).items()]), RW([(str(k), len(v)) for k, v in by(coming, lambda w: w['table']).items()] + [('', len(W) - len(coming))]))
ask(t, 'average gift', 'average', V(mean(w['gift'] for w in W if w['gift'])))
ask(t, 'which table has the fewest people', 'top', T(*[str(x) for x in best([(k, len(v)) for k, v in by(coming, lambda w: w['table']).items()], False)]), OPEN)
ask(t, 'children under 12 who are coming', 'threshold', RW([[w['name']] for w in coming if w['age'] is not None and w['age'] < 12]), V(sum(w['age'] is not None and w['age'] < 12 for w in coming)), OPEN)
ask(t, 'how long did people take to reply on average', 'duration', V(mean((w['rep'] - w['inv']).days for w in W if w['rep'])), OPEN)
ask(t, 'how many with a plus one did not answer', 'negation', V(sum(w['plus'] == 'yes' and w['rep'] is None for w in W)), OPEN)
ask(t, 'bride or groom: which side has more guests coming?', 'compare', T(*best([(k, len(v)) for k, v in by(coming, lambda w: w['side']).items()])), OPEN)
ask(t, 'who gave more than £500', 'threshold', RW([[w['name']] for w in W if (w['gift'] or 0) > 500]))
ask(t, 'how many guests have the same first name', 'unanswerable', NO)
ask(t, 'what percent replied within 2 weeks', 'duration', V(100 * sum((w['rep'] - w['inv']).days <= 14 for w in W if w['rep']) / len(W), '%'), V(100 * sum((w['rep'] - w['inv']).days <= 14 for w in W if w['rep']) / sum(1 for w in W if w['rep']), '%'), OPEN)

# 5 hives: an inspection per line, next inspection beside it, counts of mites
H = []
day = D(2025, 3, 15)
for i in range(48):
    h = f'Hive {i % 6 + 1}'
    H.append(dict(date=day, hive=h, apiary='Orchard' if i % 6 < 3 else 'Mill', queen=R.choice(['Y', 'Y', 'N', None]) if h != 'Hive 5' else 'Y', mites=R.choice([None, R.randint(0, 24), R.randint(0, 9)]), honey=R.choice([0, 0, None, round(R.uniform(1, 14), 1)]),
        treated=R.choice(['none', 'oxalic acid', 'formic acid', 'none']), by=R.choice(['Jo', 'Sal', 'Kit']), nxt=day + dt.timedelta(days=R.choice([7, 14, 21]))))
    if i % 6 == 5: day += dt.timedelta(days=R.choice([9, 14, 25]))
write('hives', '\t', [['Inspected', 'Hive', 'Apiary', 'Queen seen', 'Mites', 'Honey (kg)', 'Treatment', 'Beekeeper', 'Next inspection']] +
    [[h['date'].isoformat(), h['hive'], h['apiary'], h['queen'], h['mites'], h['honey'], h['treated'], h['by'], h['nxt'].isoformat()] for h in H])
t = 'hives'
hy = lambda v: round(sum(x['honey'] or 0 for x in v), 4)
ask(t, 'how much honey did we get in total', 'sum', V(hy(H)))
ask(t, 'which hive gave the most honey?', 'top', T(*best([(k, hy(v)) for k, v in by(H, lambda h: h['hive']).items()])))
ask(t, 'honey per apiary', 'groups', RW([(k, hy(v)) for k, v in by(H, lambda h: h['apiary']).items()]))
ask(t, 'in which hives was the queen always seen', 'always', T(*[k for k, v in by(H, lambda h: h['hive']).items() if all(x['queen'] == 'Y' for x in v)]), OPEN)
ask(t, 'how many inspections without seeing the queen', 'negation', V(sum(h['queen'] == 'N' for h in H)), V(sum(h['queen'] != 'Y' for h in H)), OPEN)
ask(t, 'avg mites per hive', 'groups', RW([(k, mean(x['mites'] for x in v if x['mites'] is not None)) for k, v in by(H, lambda h: h['hive']).items() if any(x['mites'] is not None for x in v)]), OPEN)
ask(t, 'which hives had more than 15 mites at least once', 'threshold', T(*sorted({h['hive'] for h in H if (h['mites'] or 0) > 15})), OPEN)
ask(t, 'how many treatments did Sal do', 'count', V(sum(h['by'] == 'Sal' and h['treated'] != 'none' for h in H)), OPEN, note='“none” is no treatment')
ask(t, 'which treatment is used most', 'top', T(*best([(k, len(v)) for k, v in by([h for h in H if h['treated'] != 'none'], lambda h: h['treated']).items()])), OPEN, note='“none” is no treatment')
ask(t, 'when is the next inspection of hive 4', 'latest', {'date': max(h['nxt'] for h in H if h['hive'] == 'Hive 4').isoformat()}, RW([[h['nxt'].isoformat()] for h in H if h['hive'] == 'Hive 4']), OPEN)
ask(t, 'how many inspections were there in may', 'range', V(sum(h['date'].month == 5 for h in H)))
ask(t, 'who did the fewest inspections', 'top', T(*best([(k, len(v)) for k, v in by(H, lambda h: h['by']).items()], False)))
ask(t, 'top 2 hives by honey in each apiary', 'top per group', RW([(h, s) for a, v in by(H, lambda h: h['apiary']).items() for h, s in sorted([(k, hy(w)) for k, w in by(v, lambda h: h['hive']).items()], key=lambda p: -p[1])[:2]]), OPEN)
ask(t, 'inspections with zero mites', 'zero', RW([[h['hive'], h['date'].isoformat()] for h in H if h['mites'] == 0]), V(sum(h['mites'] == 0 for h in H)))
ask(t, 'inspections between April 1 and May 15 2025', 'range', RW([[h['hive'], h['date'].isoformat()] for h in H if D(2025, 4, 1) <= h['date'] <= D(2025, 5, 15)]), V(sum(D(2025, 4, 1) <= h['date'] <= D(2025, 5, 15) for h in H)))
ask(t, 'how many swarms did we lose', 'unanswerable', NO)

# 6 auction: estimates low and high, hammer price blank where unsold
A = []
for i in range(42):
    low = R.choice([40, 80, 120, 300, 900, 2500]); high = int(low * R.choice([1.5, 2])); sold = R.random() > .25
    A.append(dict(lot=101 + i, title=R.choice(['Oil lamp', 'Oil painting', 'Walnut desk', 'Silver spoon', 'Map of Kent', 'Tea set']), cat=R.choice(['Furniture', 'Silver', 'Art', 'Ceramics']), seller=R.choice(['Estate of H. Cole', 'M. Ferris', 'Private', 'Cole & Sons']),
        low=low, high=high, ham=int(low * R.uniform(.7, 2.6)) // 10 * 10 if sold else None, bids=R.randint(1, 19) if sold else R.choice([0, 0, 1]), country=R.choice(['UK', 'France', 'USA', 'Ireland']) if sold else None, online=R.choice(['x', '']) if sold else '', sale=R.choice([D(2025, 3, 8), D(2025, 6, 14), D(2025, 9, 20)])))
write('auction', ';', [['Lot', 'Title', 'Category', 'Consignor', 'Est. low', 'Est. high', 'Hammer price', 'Bids', 'Buyer country', 'Online', 'Sale date']] +
    [[a['lot'], a['title'], a['cat'], a['seller'], f"£{a['low']:,}", f"£{a['high']:,}", f"£{a['ham']:,}" if a['ham'] else 'unsold', a['bids'], a['country'], a['online'], a['sale'].strftime('%d/%m/%Y')] for a in A])
t = 'auction'
sold = [a for a in A if a['ham']]
ask(t, 'how many lots were unsold', 'words', V(len(A) - len(sold)))
ask(t, 'total hammer price', 'sum', V(sum(a['ham'] for a in sold)), OPEN)
ask(t, 'how many lots went above their high estimate', 'two columns', V(sum(a['ham'] > a['high'] for a in sold)), OPEN)
ask(t, 'sell-through rate by category', 'share', RW([(k, 100 * sum(bool(x['ham']) for x in v) / len(v)) for k, v in by(A, lambda a: a['cat']).items()]), OPEN)
ask(t, 'most expensive lot sold to France', 'rank', RW([[str(a['lot']), a['ham']] for a in sold if a['country'] == 'France' and a['ham'] == max(x['ham'] for x in sold if x['country'] == 'France')]), OPEN)
ask(t, 'average number of bids per lot', 'average', V(mean(a['bids'] for a in A)))
ask(t, 'lots with no bids', 'zero', RW([[str(a['lot'])] for a in A if a['bids'] == 0]), V(sum(a['bids'] == 0 for a in A)))
ask(t, 'how many lots were bought online', 'count', V(sum(a['online'] == 'x' for a in A)), OPEN)
ask(t, 'how many lots from Cole', 'ambiguous', V(sum('Cole' in a['seller'] for a in A)), OPEN)
ask(t, 'which buyer country spent the most on silver', 'top', T(*best([(k, sum(x['ham'] for x in v)) for k, v in by([a for a in sold if a['cat'] == 'Silver'], lambda a: a['country']).items()])), OPEN)
ask(t, 'lots estimated at less than £100', 'threshold', OPEN, RW([[str(a['lot'])] for a in A if a['high'] < 100]), RW([[str(a['lot'])] for a in A if a['low'] < 100]))
ask(t, 'oil paintings sold in June', 'filter', RW([[str(a['lot'])] for a in sold if a['title'] == 'Oil painting' and a['sale'].month == 6]), V(sum(a['title'] == 'Oil painting' and a['sale'].month == 6 for a in sold)), OPEN)
ask(t, 'how many lots per sale date', 'groups', RW([(k, len(v)) for k, v in by(A, lambda a: a['sale'].isoformat()).items()]))
ask(t, 'did any lot get more than 18 bids', 'yes no', Y(any(a['bids'] > 18 for a in A)))
ask(t, 'commission earned per category', 'unanswerable', NO)

# The second half was written after the first had been asked.
t = 'greenhouse'
ask(t, 'which bay is warmer on average, north or south', 'compare', T('South bay') if mean(x['temp'] for x in tg if x['bay'] == 'South bay') > mean(x['temp'] for x in tg if x['bay'] == 'North bay') else T('North bay'))
ask(t, 'readings with humidity below 50 and vent not closed', 'negation', RW([[g['date'].isoformat(), g['sensor']] for g in hg if g['hum'] < 50 and g['vent'] != 'closed']))
ask(t, 'how many days had at least one alarm', 'distinct', V(len({g['date'] for g in G if g['alarm'] == 'yes'})), OPEN)
ask(t, 'how much water did we use per day on average?', 'per', V(sum(g['water'] for g in G) / len({g['date'] for g in G})), OPEN)
ask(t, 'highest humidity of each sensor', 'per group', RW([(k, max(x['hum'] for x in v)) for k, v in by(hg, lambda g: g['sensor']).items()]))
ask(t, 'when was the first alarm', 'latest', {'date': min(g['date'] for g in G if g['alarm'] == 'yes').isoformat()}, RW([[min(g['date'] for g in G if g['alarm'] == 'yes').isoformat()]]))
ask(t, 'average temp excluding T-02', 'negation', V(mean(x['temp'] for x in tg if x['sensor'] != 'T-02')))
ask(t, 'what share of the water went to tomatoes', 'share', V(100 * sum(g['water'] for g in G if g['crop'] == 'Tomato') / sum(g['water'] for g in G), '%'), OPEN)
ask(t, 'difference between highest and lowest temperature', 'range', V(max(g['temp'] for g in tg) - min(g['temp'] for g in tg)), OPEN)
ask(t, 'was the vent ever open in the nursery', 'yes no', Y(any(g['vent'] == 'open' and g['bay'] == 'Nursery' for g in G)), OPEN)
ask(t, 'number of readings before 1 May', 'range', V(sum(g['date'] < D(2025, 5, 1) for g in G)), OPEN)
ask(t, 'how many sensors are there', 'distinct', V(4))
ask(t, 'sensors in the south bay', 'list', T('T-03'), OPEN)
ask(t, 'vent open or half open', 'or', RW([[g['date'].isoformat(), g['sensor']] for g in G if g['vent'] != 'closed']), OPEN)
ask(t, 'which month used the most water', 'top', T(max(by(G, lambda g: g['date'].strftime('%Y-%m')).items(), key=lambda p: sum(x['water'] for x in p[1]))[0]))
ask(t, 'how many readings are missing a temperature in april', 'gaps', V(sum(g['temp'] is None and g['date'].month == 4 for g in G)))
t = 'freight'
ask(t, 'list the hazmat loads that arrived late', 'unanswerable', NO)
ask(t, 'what did we pay Blue Ox Lines altogether', 'sum', V(cost([f for f in F if f['carrier'] == 'Blue Ox Lines'])))
ask(t, 'how many shipments per carrier, not counting hazmat', 'negation', RW([(k, len(v)) for k, v in by([f for f in F if f['haz'] == 'N'], lambda f: f['carrier']).items()]))
ask(t, 'most expensive shipment', 'rank', RW([[max(F, key=lambda f: f['cost'])['no']]]))
ask(t, 'second most expensive shipment', 'rank', RW([[sorted(F, key=lambda f: -f['cost'])[1]['no']]]), OPEN)
ask(t, 'which routes are the most common', 'top', OPEN, RW([]))
ask(t, 'average pallets per shipment by destination', 'groups', RW([(k, mean(x['pallets'] for x in v)) for k, v in by(F, lambda f: f['to']).items()]))
ask(t, 'shipments with no damage', 'gaps', V(sum(not f['damage'] for f in F)), RW([[f['no']] for f in F if not f['damage']]))
ask(t, 'how many were shipped in Q2 but arrived in Q3', 'two dates', V(sum(f['ship'].month in (4, 5, 6) and bool(f['arr']) and f['arr'].month in (7, 8, 9) for f in F)), OPEN)
ask(t, 'last shipment with Tidewater', 'latest', RW([[max((f for f in F if f['carrier'] == 'Tidewater'), key=lambda f: f['ship'])['no']]]))
ask(t, 'did any shipment cost over $5500?', 'yes no', Y(any(f['cost'] > 5500 for f in F)))
ask(t, 'total cost by month of arrival', 'groups', RW([(k, cost(v)) for k, v in by([f for f in F if f['arr']], lambda f: f['arr'].strftime('%Y-%m')).items()]), RW([(k, cost(v)) for k, v in by([f for f in F if f['arr']], lambda f: f['arr'].strftime('%Y-%m')).items()] + [('', cost([f for f in F if not f['arr']]))]), OPEN)
ask(t, 'water damage', 'filter', RW([[f['no']] for f in F if f['damage'] == 'water']), V(sum(f['damage'] == 'water' for f in F)), OPEN)
ask(t, 'carriers that never carried hazmat', 'never', RW([[k] for k, v in by(F, lambda f: f['carrier']).items() if all(x['haz'] == 'N' for x in v)]), OPEN)
ask(t, 'how many shipments cost between 1000 and 2000 dollars', 'range', V(sum(1000 <= f['cost'] <= 2000 for f in F)))
ask(t, 'shipments from Tulsa to Akron', 'filter', RW([[f['no']] for f in F if f['frm'].startswith('Tulsa') and f['to'].startswith('Akron')]), OPEN)
t = 'chess'
ask(t, 'average moves per opening, longest first', 'groups', RW(sorted([(k, mean(x['moves'] for x in v)) for k, v in by(C, lambda c: c['opening']).items()], key=lambda p: -p[1]), True), OPEN)
ask(t, 'how many games went over 60 moves', 'threshold', V(sum(c['moves'] > 60 for c in C)), OPEN)
ask(t, 'what percentage of games were rated', 'share', V(100 * sum(rated(c) for c in C) / len(C), '%'))
ask(t, 'games between Mara Stone and Paul Stone', 'two columns', RW([[str(c['g'])] for c in C if {c['white'], c['black']} == {'Mara Stone', 'Paul Stone'}]), OPEN)
ask(t, 'shortest rated game', 'rank', RW([[str(c['g'])] for c in C if rated(c) and c['moves'] == min(x['moves'] for x in C if rated(x))]), OPEN)
ask(t, 'show game 12', 'lookup', RW([['12', C[11]['moves']]]), OPEN)
ask(t, 'what opening was played in game 7', 'lookup', T(C[6]['opening']), OPEN)
ask(t, 'how many games did black win', 'words', V(sum(c['result'] == '0-1' for c in C)), OPEN)
ask(t, 'the last 5 games', 'latest', RW([[str(c['g'])] for c in C[-5:]]), OPEN)
ask(t, 'openings that were played more than 10 times', 'threshold', RW([[k] for k, v in by(C, lambda c: c['opening']).items() if len(v) > 10]), OPEN)
ask(t, 'how many different people played white', 'distinct', V(len({c['white'] for c in C})), OPEN)
ask(t, 'total number of moves in the Sicilian', 'sum', V(sum(c['moves'] for c in C if c['opening'] == 'Sicilian')))
t = 'guests'
ask(t, 'total gifts per side', 'groups', RW([(k, sum(x['gift'] or 0 for x in v)) for k, v in by(W, lambda w: w['side']).items()]), OPEN)
ask(t, 'who is the oldest guest coming', 'rank', RW([[w['name']] for w in coming if w['age'] == max(x['age'] or 0 for x in coming)]))
ask(t, 'which guests have no table', 'gaps', RW([[w['name']] for w in W if w['table'] is None]))
ask(t, 'is anyone vegan at table 3?', 'yes no', Y(any(w['diet'] == 'vegan' and w['table'] == 3 for w in W)))
ask(t, 'average age per table', 'groups', RW([(str(k), mean(x['age'] for x in v if x['age'] is not None)) for k, v in by(coming, lambda w: w['table']).items() if any(x['age'] is not None for x in v)]), RW([(str(k), mean(x['age'] for x in v if x['age'] is not None)) for k, v in by(coming, lambda w: w['table']).items() if any(x['age'] is not None for x in v)] + [('', mean(w['age'] for w in W if w['table'] is None and w['age'] is not None))]))
ask(t, 'how many seats are needed including plus ones', 'unanswerable', NO)
ask(t, 'guests invited in february who have not replied', 'gaps', RW([[w['name']] for w in W if w['inv'].month == 2 and w['rep'] is None]), V(sum(w['inv'].month == 2 and w['rep'] is None for w in W)))
ask(t, 'how many replied in March', 'range', V(sum(bool(w['rep']) and w['rep'].month == 3 for w in W)))
ask(t, 'biggest table', 'ambiguous', OPEN, T(*[str(x) for x in best([(k, len(v)) for k, v in by(coming, lambda w: w['table']).items()])]))
ask(t, 'people without dietary needs', 'gaps', RW([[w['name']] for w in W if w['diet'] is None]), V(sum(w['diet'] is None for w in W)), OPEN)
ask(t, 'most generous guest', 'rank', RW([[w['name']] for w in W if w['gift'] == max(x['gift'] or 0 for x in W)]), OPEN)
ask(t, 'sum of tables', 'nonsense', OPEN)
ask(t, 'average table', 'nonsense', OPEN)
t = 'hives'
ask(t, 'how many times was Hive 2 treated', 'words', V(sum(h['hive'] == 'Hive 2' and h['treated'] != 'none' for h in H)), OPEN)
ask(t, 'avg honey per inspection, ignoring the ones without honey', 'negation', V(mean(h['honey'] for h in H if h['honey'])), V(mean(h['honey'] for h in H if h['honey'] is not None)), OPEN)
ask(t, 'honey by hive in may', 'groups', RW([(k, hy(v)) for k, v in by([h for h in H if h['date'].month == 5], lambda h: h['hive']).items()]))
ask(t, 'which hive was inspected last', 'latest', OPEN, T(*sorted({h['hive'] for h in H if h['date'] == max(x['date'] for x in H)})))
ask(t, 'how many days between inspections on average', 'duration', OPEN, V(mean((h['nxt'] - h['date']).days for h in H)))
ask(t, 'inspections where the queen was seen but there were more than 10 mites', 'and', RW([[h['hive'], h['date'].isoformat()] for h in H if h['queen'] == 'Y' and (h['mites'] or 0) > 10]), OPEN)
ask(t, 'how many hives does each beekeeper look after', 'distinct', OPEN, RW([(k, len({x['hive'] for x in v})) for k, v in by(H, lambda h: h['by']).items()]))
ask(t, 'hives treated with oxalic acid', 'filter', T(*sorted({h['hive'] for h in H if h['treated'] == 'oxalic acid'})), RW([[h['hive'], h['date'].isoformat()] for h in H if h['treated'] == 'oxalic acid']), OPEN)
ask(t, 'what was the mite count of hive 1 on its last inspection', 'latest', OPEN, *([V(max((h for h in H if h['hive'] == 'Hive 1'), key=lambda h: h['date'])['mites'])] if max((h for h in H if h['hive'] == 'Hive 1'), key=lambda h: h['date'])['mites'] is not None else []))
t = 'auction'
ask(t, 'how many lots sold', 'words', V(len(sold)), OPEN)
ask(t, 'how many lots were sold in march', 'words', V(sum(a['sale'].month == 3 for a in sold)), OPEN, note='an unsold lot has a sale date too')
ask(t, 'how many oil paintings were sold', 'words', V(sum(a['title'] == 'Oil painting' for a in sold)), OPEN)
ask(t, 'lots that did not sell', 'negation', RW([[str(a['lot'])] for a in A if not a['ham']]), V(len(A) - len(sold)), OPEN)
ask(t, 'average high estimate of furniture', 'average', V(mean(a['high'] for a in A if a['cat'] == 'Furniture')))
ask(t, 'what is lot 110', 'lookup', RW([['110', A[9]['title']]]), T(A[9]['title']), OPEN)
ask(t, 'which lot had the most bids', 'rank', RW([[str(a['lot'])] for a in A if a['bids'] == max(x['bids'] for x in A)]))
ask(t, 'bids by country', 'groups', RW([(k, sum(x['bids'] for x in v)) for k, v in by(sold, lambda a: a['country']).items()]), RW([(k, sum(x['bids'] for x in v)) for k, v in by(A, lambda a: a['country'] or '').items()]))
ask(t, 'how many countries bought art', 'distinct', V(len({a['country'] for a in sold if a['cat'] == 'Art'})), OPEN)
ask(t, 'lots 105 to 110', 'range', RW([[str(a['lot'])] for a in A if 105 <= a['lot'] <= 110]), OPEN)
ask(t, 'which consignor has the most lots', 'top', T(*best([(k, len(v)) for k, v in by(A, lambda a: a['seller']).items()])))
ask(t, 'total low estimate vs total high estimate', 'two columns', OPEN, RW([('low', sum(a['low'] for a in A)), ('high', sum(a['high'] for a in A))]))
ask(t, 'lots not sold online', 'negation', RW([[str(a['lot'])] for a in sold if a['online'] != 'x']), RW([[str(a['lot'])] for a in A if a['online'] != 'x']), V(sum(a['online'] != 'x' for a in A)), OPEN)
json.dump(Q, open('questions.json', 'w', encoding='utf-8'), indent=1, ensure_ascii=False)
open('questions.json', 'a').write('\n')
print(len(Q), {k: len(v) for k, v in dict(greenhouse=G, freight=F, chess=C, guests=W, hives=H, auction=A).items()})
