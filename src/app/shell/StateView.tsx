export default function StateView() {
  return null;
}
