import { useMatches } from '@tanstack/react-router'

/** Title and meta of the current page; the innermost route that defines one wins. */
export function PageHead() {
  const given = useMatches().flatMap(({ meta = [] }) => meta)
  const title = given.findLast((each) => each?.title)?.title
  const byName = new Map(given.flatMap((each) => (each?.name ? [[each.name, each.content] as const] : [])))
  return (
    <>
      <title>{title}</title>
      {[...byName].map(([name, content]) => (
        <meta key={name} name={name} content={content} />
      ))}
    </>
  )
}
