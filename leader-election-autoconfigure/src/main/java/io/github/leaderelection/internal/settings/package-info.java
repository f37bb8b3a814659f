/**
 * The configuration, checked as far as possible before the web server listens: the nodes,
 * and the options of every group.
 */
@NullMarked
package io.github.leaderelection.internal.settings;

import org.jspecify.annotations.NullMarked;
