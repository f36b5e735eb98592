import { useMatches } from '@tanstack/react-router'

/** Title and meta of the page on screen, as its routes give them: the innermost route that names one wins. */
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
