/**
 * Measurements of whole processes: behind {@code verification/benchmarks/failover} and
 * {@code verification/benchmarks/cost}. They run outside Maven, with nothing but the JDK.
 */
@NullMarked
package io.github.leaderelection.system.benchmark;

import org.jspecify.annotations.NullMarked;
