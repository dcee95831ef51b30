import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { cachedFolder } from './cache-folder.mjs';
import { startChild } from './child-process.mjs';
import { findProgram } from './find-program.mjs';
import { javaProgram } from './java-runtime.mjs';
import { kafkaMetadata } from './kafka-metadata.mjs';
import { runCommand } from './run-command.mjs';
import { ADMIN } from './server-passwords.mjs';
import { StartError } from './start-error.mjs';
import { ensureSystemPackages } from './system-packages.mjs';
import { KAFKA } from './versions.mjs';
import { waitUntil } from './wait-until.mjs';

const ADVICE = 'set KAFKA_BROKERS to a Kafka of yours';

/** Kafka in KRaft mode: one node that is broker and controller. */
export const kafka = {
  part: 'Kafka',
  installing: 'being fetched: some seconds, the first time only',
  variables: ['KAFKA_BROKERS'],
  optionalVariables: ['KAFKA_USERNAME', 'KAFKA_PASSWORD', 'KAFKA_SASL_MECHANISM', 'KAFKA_TLS'],

  async check({ KAFKA_BROKERS, KAFKA_USERNAME, KAFKA_PASSWORD, KAFKA_SASL_MECHANISM, KAFKA_TLS }) {
    if (KAFKA_TLS || (KAFKA_SASL_MECHANISM ?? 'plain') !== 'plain')
      return 'the address is checked by the services themselves';
    const [host, port] = KAFKA_BROKERS.split(',')[0].trim().split(':');
    const user = KAFKA_USERNAME && { name: KAFKA_USERNAME, password: KAFKA_PASSWORD ?? '' };
    const { brokers } = await kafkaMetadata({ host, port: Number(port ?? 9092) }, user);
    return `answers on ${host}:${port ?? 9092}, ${brokers} broker${brokers === 1 ? '' : 's'}`;
  },

  /** @returns {Promise<{ program: { java: string, libs: string }, from: string }>} */
  async obtain() {
    const onPath = findProgram('kafka-server-start.sh') ?? findProgram('kafka-server-start');
    const libsOnPath = onPath && path.resolve(path.dirname(onPath), '..', 'libs');
    if (libsOnPath && existsSync(libsOnPath)) {
      return { program: { java: await javaProgram(), libs: libsOnPath }, from: libsOnPath };
    }
    const [java, libs] = await Promise.all([javaProgram(), jarsFolder()]);
    return { program: { java, libs }, from: 'the cache folder' };
  },

  ports: { kafka: 9192, kafkaController: 9193 },

  async prepare({ program: { java, libs }, dataDir, ports, passwords: { users } }) {
    const folder = path.join(dataDir, 'kafka');
    const data = path.join(folder, 'data');
    await mkdir(data, { recursive: true });
    const properties = path.join(folder, 'server.properties');
    await writeFile(properties, serverProperties({ ...ports, data, users }), { mode: 0o600 });
    const classPath = ['-cp', path.join(libs, '*')];
    if (!existsSync(path.join(data, 'meta.properties'))) {
      const clusterId = randomBytes(16).toString('base64url');
      // With an equals sign: one id in 64 begins with a dash and would be parsed as an option.
      const format = ['format', `--cluster-id=${clusterId}`, '-c', properties, '--ignore-formatted'];
      await runCommand(java, [
        '-Xmx256m',
        '-XX:TieredStopAtLevel=1',
        ...classPath,
        'kafka.tools.StorageTool',
        ...format,
      ]);
    }
    // The first compiler tier only: it halves the start time, and one machine needs no more throughput.
    const settings = [
      '-Xms256m',
      '-Xmx512m',
      '-XX:+UseSerialGC',
      '-XX:TieredStopAtLevel=1',
      '-Dlog4j2.level=WARN',
    ];
    const args = [...settings, ...classPath, 'kafka.Kafka', properties];
    return {
      launch: () => startChild({ name: 'kafka', command: java, args, dataDir, stopWithinMs: 20_000 }),
      ready: (child) => answersMetadata(ports.kafka, users[ADMIN], child),
      where: `127.0.0.1:${ports.kafka}`,
      env: addressOf(ports.kafka, ADMIN, users[ADMIN]),
      envOf: (service) => addressOf(ports.kafka, service, users[service]),
    };
  },
};

const addressOf = (port, user, password) => ({
  KAFKA_BROKERS: `127.0.0.1:${port}`,
  KAFKA_USERNAME: user,
  KAFKA_PASSWORD: password,
});

function answersMetadata(port, password, child) {
  const check = async () => {
    const user = { name: ADMIN, password };
    const { brokers, controllerId } = await kafkaMetadata({ host: '127.0.0.1', port }, user);
    return brokers > 0 && controllerId >= 0;
  };
  const giveUp = () => (child.hasExited() ? 'it ended while starting' : undefined);
  return waitUntil(check, { withinMs: 90_000, everyMs: 100, giveUp });
}

function jarsFolder() {
  return cachedFolder(`kafka-${KAFKA.version}`, async (folder) => {
    const mvn = findProgram('mvn') ?? (await installedMaven());
    const pom = path.join(folder, 'pom.xml');
    await writeFile(pom, projectFile());
    const flags = ['-B', '-q', '--strict-checksums', '-f', pom];
    const copy = ['dependency:copy-dependencies', '-DincludeScope=runtime', `-DoutputDirectory=${folder}`];
    await runCommand(mvn, [...flags, ...copy]).catch((error) => {
      throw new StartError(
        'Kafka',
        `the jars of Kafka ${KAFKA.version} could not be fetched: ${error.message}`,
        {
          toDo: `check the connection to the Maven repository, or ${ADVICE}`,
          cause: error,
        },
      );
    });
    if ((await checksumOfJars(folder)) !== KAFKA.sha256) {
      throw new StartError('Kafka', 'the fetched jars are not the ones that were tested (checksum differs)', {
        toDo: `look at Maven’s settings for mirrors, or ${ADVICE}`,
      });
    }
  });
}

async function installedMaven() {
  await ensureSystemPackages(['maven'], 'Kafka', `install Maven, or ${ADVICE}`);
  return findProgram('mvn') ?? 'mvn';
}

async function checksumOfJars(folder) {
  const jars = (await readdir(folder)).filter((name) => name.endsWith('.jar'));
  const lines = await Promise.all(
    jars.map(async (name) => {
      const sha256 = createHash('sha256')
        .update(await readFile(path.join(folder, name)))
        .digest('hex');
      return `${sha256} ${name}\n`;
    }),
  );
  return createHash('sha256').update(lines.sort().join('')).digest('hex');
}

function projectFile() {
  const dependencies = KAFKA.jars.map(
    ([group, artifact, version]) =>
      `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version></dependency>`,
  );
  return `<project><modelVersion>4.0.0</modelVersion><groupId>hamkhan</groupId><artifactId>kafka-server</artifactId>
<version>1</version><packaging>pom</packaging><dependencies>${dependencies.join('\n')}</dependencies></project>\n`;
}

/**
 * Every listener asks for a user and password; what the access rules (topic-rights.ts) don't allow is refused to all but the
 * administrator. deploy/compose.yaml has the same settings.
 */
function serverProperties({ kafka: port, kafkaController, data, users }) {
  const login = `org.apache.kafka.common.security.plain.PlainLoginModule required username="${ADMIN}" password="${users[ADMIN]}"`;
  const known = Object.entries(users).map(([name, password]) => `user_${name}="${password}"`);
  return `process.roles=broker,controller
node.id=1
controller.quorum.voters=1@127.0.0.1:${kafkaController}
listeners=CLIENT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${kafkaController}
advertised.listeners=CLIENT://127.0.0.1:${port}
controller.listener.names=CONTROLLER
inter.broker.listener.name=CLIENT
listener.security.protocol.map=CONTROLLER:SASL_PLAINTEXT,CLIENT:SASL_PLAINTEXT
sasl.enabled.mechanisms=PLAIN
sasl.mechanism.inter.broker.protocol=PLAIN
sasl.mechanism.controller.protocol=PLAIN
listener.name.client.plain.sasl.jaas.config=${login} ${known.join(' ')};
listener.name.controller.plain.sasl.jaas.config=${login} user_${ADMIN}="${users[ADMIN]}";
authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer
super.users=User:${ADMIN}
log.dirs=${data}
offsets.topic.num.partitions=3
offsets.topic.replication.factor=1
transaction.state.log.num.partitions=3
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
share.coordinator.state.topic.replication.factor=1
share.coordinator.state.topic.min.isr=1
group.initial.rebalance.delay.ms=0
auto.create.topics.enable=false
log.segment.bytes=16777216
`;
}
