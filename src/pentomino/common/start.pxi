# Definitions that the compiled modules need when they are imported. Both _core.pyx and _frontier.pyx include this file.

cdef extern from *:
    """
    #ifdef Py_LIMITED_API
    /* The flags of code objects are not part of the limited interface. Cython's code would import them from the module
       inspect without a check for failure, so that an interrupt leads to a null pointer. The flags are the same in
       every version of Python, so they are defined here, and inspect is not needed. */
    #undef CO_OPTIMIZED
    #define CO_OPTIMIZED 0x0001
    #undef CO_NEWLOCALS
    #define CO_NEWLOCALS 0x0002
    #undef CO_VARARGS
    #define CO_VARARGS 0x0004
    #undef CO_VARKEYWORDS
    #define CO_VARKEYWORDS 0x0008
    #undef CO_GENERATOR
    #define CO_GENERATOR 0x0020
    #undef CO_COROUTINE
    #define CO_COROUTINE 0x0080
    #undef CO_ASYNC_GENERATOR
    #define CO_ASYNC_GENERATOR 0x0200
    /* This names the function, so that no compiler warns that it is unused, but never calls it. */
    #define __Pyx_init_co_variables() (0 && (__Pyx_init_co_variables)())
    #endif
    #ifdef __OPTIMIZE_SIZE__
    #define COMPILED_FOR_SIZE 1
    #else
    #define COMPILED_FOR_SIZE 0
    #endif
    """
    bint COMPILED_FOR_SIZE

FOR_SIZE = COMPILED_FOR_SIZE
"""Whether the compiler was called with `-Os` or `-Oz`, which halves the speed of all engines."""
