/**
 * The fences of an application's groups, beside the elections of its node.
 */
@NullMarked
package io.github.leaderelection.internal.nodefence.application;

import org.jspecify.annotations.NullMarked;
