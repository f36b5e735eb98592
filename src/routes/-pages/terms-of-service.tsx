import { TermsOfService } from '#client/features/legal/terms-of-service.tsx'

export function Terms() {
  return <TermsOfService />
}
