const REGIONS = ['North', 'South', 'East', 'West', 'Centre'];
const PRODUCTS = Array.from({ length: 300 }, (_, index) => `Product ${index + 1}`);

/** Orders as a shop would export them, always the same: an id, a region, a product, a day, an amount with a unit, a note. */
export function ordersCsv(rows: number): string {
  const lines = ['id,region,product,day,amount,note'];
  for (let id = 1; id <= rows; id++) {
    const region = REGIONS[(id * 7) % REGIONS.length] ?? '';
    const product = PRODUCTS[(id * 7_919) % PRODUCTS.length] ?? '';
    const day = `2026-${two(1 + (id % 12))}-${two(1 + ((id * 31) % 28))}`;
    const amount = (((id * 104_729) % 1_000_003) / 100).toFixed(2);
    lines.push(`${id},${region},${product},${day},${amount},${id % 10 === 0 ? `call ${id % 977}` : ''}`);
  }
  return lines.join('\n');
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}
