import { lazyPart } from '#client/lib/lazy-part.tsx'
import { PartFailed } from '#client/ui/part-failed.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'

/** The form that sends what is missing of an order. Few orders need it, so it loads lazily. */
export const Answer = lazyPart(
  () => import('./answer-form.tsx'),
  'AnswerForm',
  PartFailed,
  <Skeleton lines={4} height="4rem" />,
)
