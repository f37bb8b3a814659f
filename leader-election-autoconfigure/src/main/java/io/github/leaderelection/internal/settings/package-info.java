/**
 * What was configured, checked as far as that can be done before the web server listens:
 * the list of nodes, this one among them, and the options of every group.
 */
@NullMarked
package io.github.leaderelection.internal.settings;

import org.jspecify.annotations.NullMarked;
