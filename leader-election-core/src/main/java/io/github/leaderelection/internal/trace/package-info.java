/**
 * Traces of real elections: the ring in which a shell keeps its newest inputs, and the
 * lines in which they are written and read. Used by the runtime, the actuator and the
 * simulator; knows no algorithm, for every form is derived from a protocol's records.
 */
@NullMarked
package io.github.leaderelection.internal.trace;

import org.jspecify.annotations.NullMarked;
