/**
 * Draws the recording of a run as SVG: who spoke to whom, and who led when. Used by the
 * laboratory's command; knows the stage alone.
 */
@NullMarked
package io.github.leaderelection.simulator.lab.picture;

import org.jspecify.annotations.NullMarked;
