import { runService } from '@hamkhan/platform/bootstrap';
import { AppModule } from './app.module.js';
import { loadFinanceConfig } from './config.js';

await runService(() => {
  const config = loadFinanceConfig();
  return { name: 'finance', config, module: AppModule.for(config), consumerGroup: 'finance' };
});
