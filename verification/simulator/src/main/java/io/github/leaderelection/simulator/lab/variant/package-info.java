/**
 * The elections the laboratory can run: those that ship, by name, and some made worse for
 * the sake of a picture. Used by the laboratory's command and scripts.
 */
@NullMarked
package io.github.leaderelection.simulator.lab.variant;

import org.jspecify.annotations.NullMarked;
