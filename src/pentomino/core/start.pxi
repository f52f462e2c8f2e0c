# What the modules need to be imported. Included by _core.pyx and _frontier.pyx.
#
# Owns and touches nothing. Always holds: the constants are those of every version of Python.

cdef extern from *:
    """
    #ifdef Py_LIMITED_API
    /* Functions carry code objects, whose flags the limited interface does not tell. The code that Cython makes would
       take them from the module inspect, and would not look whether that can be imported: an interrupt meanwhile is a
       null pointer. They are the same in every version of Python, so here they are, and inspect is not needed. */
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
    /* Named, so that no compiler finds it unused, but never called. */
    #define __Pyx_init_co_variables() (0 && (__Pyx_init_co_variables)())
    #endif
    """
