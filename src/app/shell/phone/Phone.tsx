export default function Phone() {
  return null;
}
