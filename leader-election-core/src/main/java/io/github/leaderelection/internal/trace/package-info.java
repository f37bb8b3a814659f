/**
 * Traces of real elections: a ring of the newest inputs, and their text form. Used by the
 * runtime, the actuator and the simulator. Independent of algorithms, for the form is
 * derived from a protocol's records.
 */
@NullMarked
package io.github.leaderelection.internal.trace;

import org.jspecify.annotations.NullMarked;
