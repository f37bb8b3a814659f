/**
 * For tests of applications: an election that the test decides, without network and
 * threads, and a recorder of what listeners hear. Depends on the core only.
 */
@NullMarked
package io.github.leaderelection.test;

import org.jspecify.annotations.NullMarked;
