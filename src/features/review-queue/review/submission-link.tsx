import { Link } from '@tanstack/react-router'

type Props = { id: string; onOpen: (id: string, how: { isThere: boolean }) => void }

/** The reference of another order, which opens here; the filter stays as it is. */
export function SubmissionLink({ id, onOpen }: Props) {
  return (
    <Link
      to="/admin"
      search={(old) => ({ ...old, view: 'review', id })}
      resetScroll={false}
      preload={false}
      className="mono"
      onClick={() => onOpen(id, { isThere: true })}
    >
      {id}
    </Link>
  )
}
