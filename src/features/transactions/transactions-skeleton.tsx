import { Skeleton } from '#client/ui/skeleton.tsx'

/** Stands where the list will stand. */
export function TransactionsSkeleton() {
  return <Skeleton lines={10} label="Loading your transactions..." />
}
