/**
 * An application that runs as several instances and lets one of them lead: a runner of
 * nightly jobs.
 */
@NullMarked
package io.github.leaderelection.sample;

import org.jspecify.annotations.NullMarked;
