/**
 * An application that moves from ShedLock.
 */
@NullMarked
package io.github.leaderelection.compatibility.shedlock;

import org.jspecify.annotations.NullMarked;
