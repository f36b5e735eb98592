import { FiguresPage } from '#client/features/service-figures/figures-page.tsx'

export function Figures() {
  return <FiguresPage />
}
