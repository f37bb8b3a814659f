/**
 * What runs inside each JVM of a process test, beside the sample application: asks
 * without pause who leads, and writes the answers where they outlive the process. Packed
 * into a jar of its own by {@code ProbeJar}; outside those JVMs only {@code RunFile} and
 * the names of the files are used.
 */
@NullMarked
package io.github.leaderelection.probe;

import org.jspecify.annotations.NullMarked;
