/**
 * WebFlux as the engine of forwarding sees it: requests and answers as streams, on a
 * bounded number of threads. The auto-configuration creates the public classes.
 */
@NullMarked
package io.github.leaderelection.internal.forward.reactive;

import org.jspecify.annotations.NullMarked;
