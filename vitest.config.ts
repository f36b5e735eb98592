import { defineConfig } from 'vitest/config'
import { testProjects } from './src-server/testing/test-support/vitest-projects.ts'

export default defineConfig({ test: { projects: testProjects } })
