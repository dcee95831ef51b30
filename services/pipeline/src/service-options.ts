import type { ServiceOptions } from '@hamkhan/platform/bootstrap';
import { AppModule, type PipelineRole } from './app.module.js';
import { loadPipelineConfig } from './config.js';

/** The options of a role of this service. `env` defaults to the environment of the process. @throws ConfigError */
export function pipelineService(
  role: PipelineRole,
  env?: Record<string, string | undefined>,
): ServiceOptions {
  const config = loadPipelineConfig(env);
  const options = { name: 'pipeline', config, module: AppModule.for(config, role) };
  return role === 'worker' ? { ...options, http: false } : { ...options, consumerGroup: 'pipeline' };
}
