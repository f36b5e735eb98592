import { NotFound } from '#client/layout/not-found.tsx'

export function UnknownPage() {
  return <NotFound />
}
