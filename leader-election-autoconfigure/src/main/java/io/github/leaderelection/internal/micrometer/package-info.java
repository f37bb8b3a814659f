/**
 * Observations by Micrometer: elections, drains and scheduled runs. The
 * auto-configuration creates the public classes if there is a registry of observations.
 */
@NullMarked
package io.github.leaderelection.internal.micrometer;

import org.jspecify.annotations.NullMarked;
