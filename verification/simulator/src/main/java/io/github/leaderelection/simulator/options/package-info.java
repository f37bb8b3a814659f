/**
 * The options of commands.
 */
@NullMarked
package io.github.leaderelection.simulator.options;

import org.jspecify.annotations.NullMarked;
