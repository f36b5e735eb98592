import { BestSellers } from './best-sellers.tsx'
import { Hero } from './hero.tsx'
import { LandingBlock } from './landing-block.tsx'
import { Stats } from './stats.tsx'
import { WhyChooseUs } from './why-choose-us.tsx'

/** The front page: the product itself first, then why, then what others sell. */
export function HomePage() {
  return (
    <>
      <Hero />
      <WhyChooseUs />
      <BestSellers />
      <Stats />
      <LandingBlock />
    </>
  )
}
