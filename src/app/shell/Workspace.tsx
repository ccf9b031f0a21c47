export default function Workspace({ id }: { readonly id: string }) {
  return <p>{id}</p>;
}
