/**
 * Detects for certain that the process of another member has ended. Every process
 * listens; if a connection there ends and its address then refuses a new one, the process
 * has ended. Internal: it may change in any release.
 */
@NullMarked
package io.github.leaderelection.internal.crashdetection;

import org.jspecify.annotations.NullMarked;
