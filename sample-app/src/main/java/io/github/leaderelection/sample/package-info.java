/**
 * An application that runs as several instances and lets one of them lead.
 */
@NullMarked
package io.github.leaderelection.sample;

import org.jspecify.annotations.NullMarked;
