/**
 * TCP proxies between the nodes of a cluster that delay, stall, cut and reset what passes
 * through them. Called by tests that disturb the links, and by
 * {@code verification/benchmarks/chaos}, which runs it outside Maven: hence nothing but
 * the JDK is used here.
 */
@NullMarked
package io.github.leaderelection.system.proxy;

import org.jspecify.annotations.NullMarked;
