/**
 * The format of scenario files: settings, steps, and the scenarios that come with the
 * simulator. Used by the laboratory's command; knows the stage alone.
 */
@NullMarked
package io.github.leaderelection.simulator.lab.script;

import org.jspecify.annotations.NullMarked;
