/**
 * Random faults on a cluster of real processes, and the judgement of what its nodes did
 * meanwhile. Called by {@code ChaosIT} and by {@code verification/benchmarks/chaos},
 * which runs it outside Maven: hence nothing but the JDK is used here.
 */
@NullMarked
package io.github.leaderelection.system.chaos;

import org.jspecify.annotations.NullMarked;
