import { lazyPart } from '#client/lib/lazy-part.tsx'
import { PartFailed } from '#client/ui/part-failed.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'

/** The form that adds photos to an order that was sent before. Few orders need it, so it loads lazily. */
export const AddPhotos = lazyPart(
  async () => (await import('./add-photos-form.tsx')).AddPhotosForm,
  PartFailed,
  <Skeleton lines={4} height="4rem" />,
)
