/**
 * An application that runs as several instances and lets one of them lead: a runner of
 * nightly jobs. All of them ship orders, each those of its partitions.
 */
@NullMarked
package io.github.leaderelection.sample;

import org.jspecify.annotations.NullMarked;
