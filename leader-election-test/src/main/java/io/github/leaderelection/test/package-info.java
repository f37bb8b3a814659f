/**
 * An election that a test decides, with no network and no threads, and a record of what
 * is heard of an election. Knows the core alone; for tests of applications.
 */
@NullMarked
package io.github.leaderelection.test;

import org.jspecify.annotations.NullMarked;
