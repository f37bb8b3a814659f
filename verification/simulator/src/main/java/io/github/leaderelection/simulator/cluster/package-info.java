/**
 * Simulated machines that run the production shell, its file store and user listeners in
 * virtual time, and what can be done to them. Judges nothing: an observer does.
 */
@NullMarked
package io.github.leaderelection.simulator.cluster;

import org.jspecify.annotations.NullMarked;
