/**
 * Messages, and what is on each link.
 */
@NullMarked
package io.github.leaderelection.simulator.explorer.network;

import org.jspecify.annotations.NullMarked;
