/**
 * Clusters of real processes: JVMs of the packaged sample application, each with a probe
 * inside. For process tests and for {@code verification/benchmarks/failover} and
 * {@code verification/benchmarks/cost}, which run it outside Maven: hence nothing but the
 * JDK is used here.
 */
@NullMarked
package io.github.leaderelection.system.cluster;

import org.jspecify.annotations.NullMarked;
